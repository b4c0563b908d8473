// Stands in for every vendor's model: answers "ok" and writes down which credential each request carried.
// usage: [MODEL_GATE=FILE] node model-server.mjs PORT LOG
// With a gate it makes FILE.asked at the first request, and answers none before FILE is there.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, log] = process.argv.slice(2);
const gate = process.env.MODEL_GATE;
const text = 'ok';

createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = request.headers;
    const path = request.url ?? '';
    appendFileSync(
      log,
      `${JSON.stringify({ method: request.method, path, authorization, apiKey, googleKey, body })}\n`,
    );
    atGate(() => answer(path, body, response));
  });
}).listen(Number(port), '127.0.0.1', () => appendFileSync(log, ''));

function atGate(answer) {
  if (gate === undefined) return answer();
  writeFileSync(`${gate}.asked`, '');
  if (existsSync(gate)) return answer();
  return setTimeout(() => atGate(answer), 50);
}

function answer(path, body, response) {
  if (path.includes('/messages') && !path.includes('count_tokens')) return anthropic(body, response);
  if (path.includes('/chat/completions')) return chat(body, response);
  if (path.includes('/responses')) return stream(response, openai());
  if (path.includes('streamGenerateContent')) return stream(response, [[undefined, google()]]);
  if (path.includes('generateContent')) return json(response, google());
  return json(response, {});
}

function anthropic(body, response) {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  if (!JSON.parse(body || '{}').stream) {
    return json(response, { ...message, content: [{ type: 'text', text }], stop_reason: 'end_turn' });
  }
  return stream(response, [
    ['message_start', { type: 'message_start', message }],
    [
      'content_block_start',
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    [
      'message_delta',
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 1 },
      },
    ],
    ['message_stop', { type: 'message_stop' }],
  ]);
}

function openai() {
  const item = { type: 'message', role: 'assistant', id: 'm1', content: [{ type: 'output_text', text }] };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return [
    ['response.created', { type: 'response.created', response: { id: 'r1' } }],
    ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
    ['response.completed', { type: 'response.completed', response: { id: 'r1', output: [item], usage } }],
  ];
}

function chat(body, response) {
  const base = { id: 'c1', created: 1, model: 'm' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!JSON.parse(body || '{}').stream) {
    const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
    return json(response, { ...base, object: 'chat.completion', choices: [choice], usage });
  }
  const chunk = { ...base, object: 'chat.completion.chunk' };
  const delta = { role: 'assistant', content: text };
  return stream(response, [
    [undefined, { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }],
    [undefined, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }],
  ]);
}

function google() {
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function stream(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of events) {
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end();
}

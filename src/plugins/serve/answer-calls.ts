import type { ToolDescriptor } from '../../registry/index.ts';
import {
  invalidParams,
  methodNotFound,
  requestCancelled,
  wireLimits,
  wireMethods,
} from '../contract/index.ts';
import { fixedAnswers } from './fixed-answers.ts';
import { type HandledMethod, handledMethods } from './handled-methods.ts';
import { type Message, parseMessage } from './parse-message.ts';
import { errorReply, failureReply, resultReply } from './replies.ts';
import type { ServeHandlers } from './serve-handlers.ts';

interface OpenCall {
  readonly id: number;
  readonly controller: AbortController;
  /** Fulfilled once it is answered. */
  readonly answered: Promise<void>;
}

/** Takes lines and writes replies: to each call one, to whatever is none nothing. */
export function answerCalls(
  descriptor: ToolDescriptor,
  handlers: ServeHandlers,
  write: (line: string) => void,
) {
  const answers = fixedAnswers(descriptor, handlers);
  const methods = handledMethods(handlers);
  const open = new Set<OpenCall>();
  let isAwaited = true;

  const answer = (id: number, { method, params }: Message) => {
    if (method === wireMethods.descriptor) isAwaited = false;
    if (answers.has(method)) return write(resultReply(id, answers.get(method)));
    const handled = methods.get(method);
    if (!handled) return write(errorReply(id, methodNotFound, `no method ${method.slice(0, 200)}`));
    const missing = handled.paths.find((name) => !isAbsolute(params[name]));
    if (missing !== undefined)
      return write(errorReply(id, invalidParams, `${method} needs "${missing}": an absolute path`));
    isAwaited = false;
    begin(id, handled, params as Readonly<Record<string, string>>);
  };
  const begin = (id: number, handled: HandledMethod, params: Readonly<Record<string, string>>) => {
    const controller = new AbortController();
    const call = { id, controller, answered: reply() };
    open.add(call);
    async function reply() {
      const line = await replyOf(
        id,
        () => handled.call(params, { signal: controller.signal }),
        controller.signal,
      );
      open.delete(call);
      write(line);
    }
  };
  const cancel = ({ method, params }: Message) => {
    if (method !== wireMethods.cancel) return;
    for (const call of open) if (call.id === params.id) call.controller.abort();
  };

  return {
    take: (line: string): void => {
      const message = parseMessage(line);
      if (message?.id !== undefined) answer(message.id, message);
      else if (message) cancel(message);
    },
    /** Nothing is being done, and what every host begins with is still to come: to wait for it may block the process. */
    isIdle: (): boolean => isAwaited && open.size === 0,
    /** No call comes any more. What is being done has a moment to be answered, and is aborted then. */
    end: async (): Promise<void> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const moment = new Promise<void>((done) => {
        timer = setTimeout(done, wireLimits.graceMs / 2);
      });
      await Promise.race([Promise.all([...open].map(({ answered }) => answered)), moment]);
      clearTimeout(timer);
      for (const { controller } of open) controller.abort();
    },
  };
}

/** Waits for what the handler says, cancelled or not: only the handler knows what has happened. */
async function replyOf(id: number, call: () => unknown, signal: AbortSignal): Promise<string> {
  try {
    return resultReply(id, await call());
  } catch (failure) {
    return signal.aborted ? errorReply(id, requestCancelled, 'cancelled') : failureReply(id, failure);
  }
}

/** On POSIX or on Windows: whose path it is, the host knows. */
function isAbsolute(path: unknown): boolean {
  return typeof path === 'string' && /^(?:\/|\\\\|[a-z]:[\\/])/iu.test(path);
}

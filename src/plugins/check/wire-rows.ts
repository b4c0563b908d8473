/** Rows of the table of checks about a program behind the wire. */
export const wireRows = {
  'start/starts': {
    title: 'its program starts under a bare environment',
    hint: 'make it executable, and need no variables but HOME, PATH and the like',
  },
  'start/time': {
    title: 'it answers soon after its start',
    hint: 'load less before the first answer',
  },
  'wire/initialize': {
    title: 'it answers initialize',
    hint: 'answer {"jsonrpc":"2.0","id":<the same>,"result":{"protocolVersion":"1","capabilities":{}}}',
  },
  'wire/version': {
    title: 'it speaks version 1 of the wire',
    hint: 'answer "protocolVersion":"1"',
  },
  'wire/capabilities': {
    title: 'its capabilities are true or false, by name',
    hint: 'answer "capabilities":{"tool/describe":true}',
  },
  'wire/ids': {
    title: 'each answer has the id of its request, as a number',
    hint: 'answer with the id as it came: 1, not "1"',
  },
  'wire/describe': {
    title: 'tool/describe answers the eight fields, null where there is nothing',
    hint: 'answer all eight: what is unknown is null, never left out',
  },
  'wire/descriptor': {
    title: 'tool/descriptor says the same as tool/describe',
    hint: 'make both answers of one descriptor',
  },
  'wire/stable': {
    title: 'it describes its tool the same way each time',
    hint: 'leave out what changes from call to call: an answer is kept',
  },
  'wire/unknown': {
    title: 'a method that it does not know is answered -32601',
    hint: 'answer {"error":{"code":-32601,"message":"<the method>"}}',
  },
  'wire/silence': {
    title: 'what is no request gets no answer, and ends nothing',
    hint: 'skip blank lines, lines that are no JSON, and messages without an id',
  },
  'wire/together': {
    title: 'two calls that come at once, without params, are both answered',
    hint: 'read line by line, whatever comes in one piece',
  },
  'wire/pieces': {
    title: 'a call that comes in three pieces is answered',
    hint: 'keep what came until its line is whole',
  },
  'wire/long': {
    title: 'a call of 256 KiB is answered',
    hint: 'read lines of up to 1 MiB',
  },
  'wire/cancel': {
    title: 'a call that is cancelled ends nothing',
    hint: 'heed $/cancelRequest, or take no notice of it',
  },
  'wire/once': {
    title: 'each call is answered once',
    hint: 'answer a call with one line, and say nothing that was not asked for',
  },
  'wire/stdout': {
    title: 'nothing but the protocol is on its stdout',
    hint: 'write talk to stderr',
  },
  'wire/stderr': {
    title: 'it talks on stderr within reason',
    hint: 'say less: only the end of it is kept',
  },
  'account/empty': {
    title: 'asked who an empty directory belongs to, it answers',
    hint: 'answer {} where nothing is known',
  },
  'account/missing': {
    title: 'asked who a directory belongs to that is not there, it answers',
    hint: 'answer {} or an error, and go on',
  },
  'account/reads': {
    title: 'being asked who an account is, it changes nothing',
    hint: 'write nothing into the directory: it is an account’s own',
  },
  'account/copy': {
    title: 'it does not say that it copied a login that was not there',
    hint: 'answer "copied":true only when the login lies whole at its new place',
  },
  'process/eof': {
    title: 'it ends when its stdin does',
    hint: 'end at the end of stdin, also while a call is under way',
  },
  'process/left': {
    title: 'no process of its own is left behind',
    hint: 'end what you started before you end',
  },
  'process/home': {
    title: 'to describe its tool it writes nothing into the home of the user',
    hint: 'write nothing before somebody asks for it',
  },
} as const;

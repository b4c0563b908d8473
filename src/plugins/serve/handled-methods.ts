import { type CallOptions, wireMethods } from '../contract/index.ts';
import type { ServeHandlers } from './serve-handlers.ts';

export interface HandledMethod {
  /** Params that must be absolute paths; there are no others. */
  readonly paths: readonly string[];
  readonly call: (params: Readonly<Record<string, string>>, options: CallOptions) => unknown;
}

/** The methods that the author's handlers answer. */
export function handledMethods(handlers: ServeHandlers): ReadonlyMap<string, HandledMethod> {
  const { accountInfo, credentialCopy } = handlers;
  const methods = new Map<string, HandledMethod>();
  if (accountInfo)
    methods.set(wireMethods.accountInfo, {
      paths: ['configDir'],
      call: ({ configDir = '' }, options) => accountInfo.call(handlers, configDir, options),
    });
  if (credentialCopy)
    methods.set(wireMethods.credentialCopy, {
      paths: ['from', 'to'],
      call: async ({ from = '', to = '' }, options) => ({
        copied: (await credentialCopy.call(handlers, from, to, options)) === true,
      }),
    });
  return methods;
}

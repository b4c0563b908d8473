import { resolveTool, type ToolDescriptor } from '../../registry/index.ts';
import { describedFields, wireMethods, wireVersion } from '../contract/index.ts';
import type { ServeHandlers } from './serve-handlers.ts';

/** What is answered alike however often it is asked. */
export function fixedAnswers(
  descriptor: ToolDescriptor,
  handlers: ServeHandlers,
): ReadonlyMap<string, unknown> {
  const capabilities = {
    [wireMethods.describe]: true,
    [wireMethods.descriptor]: true,
    ...(handlers.accountInfo && { [wireMethods.accountInfo]: true }),
    ...(handlers.credentialCopy && { [wireMethods.credentialCopy]: true }),
  };
  const tool = resolveTool(descriptor);
  return new Map<string, unknown>([
    [wireMethods.initialize, { protocolVersion: wireVersion, capabilities }],
    [wireMethods.describe, Object.fromEntries(describedFields.map((field) => [field, tool[field]]))],
    [wireMethods.descriptor, descriptor],
  ]);
}

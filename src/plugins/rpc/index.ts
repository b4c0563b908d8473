export { type ChildOptions, type ChildPlugin, childPlugin } from './child-plugin.ts';
export { connect, type WireLimits } from './connection.ts';
export { initializeParams } from './handshake.ts';
export { lineFraming } from './line-framing.ts';
export type { Noise } from './noise-log.ts';
export { pluginEnvironment } from './plugin-environment.ts';
export { pluginOver } from './plugin-over.ts';
export type { Transport, TransportEnd, TransportListener } from './transport.ts';
export { wirePermissions } from './wire-permissions.ts';

export { type ChildOptions, type ChildPlugin, type ChildState, childPlugin } from './child-plugin.ts';
export { type CallBounds, type Connection, connect, type WireLimits } from './connection.ts';
export type { Described } from './handshake.ts';
export { type LineFraming, type LineProblem, type LineSink, lineFraming } from './line-framing.ts';
export type { Noise } from './noise-log.ts';
export { pluginEnvironment } from './plugin-environment.ts';
export { pluginOver } from './plugin-over.ts';
export { programStamp } from './program-stamp.ts';
export type { Transport, TransportEnd, TransportListener } from './transport.ts';

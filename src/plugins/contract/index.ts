export {
  type AccountInfo,
  type AccountSnapshot,
  type CallOptions,
  type ExtensionPoint,
  type ExtensionProviders,
  extensionPoints,
  type ImportCandidate,
  type PointFacts,
} from './extension-points.ts';
export { manifestFields, manifestVersion, type PluginManifest } from './manifest.ts';
export { neededPermissions, type Permission, permissions } from './permissions.ts';
export {
  definePlugin,
  type PluginApi,
  type PluginCommand,
  type PluginCommandCall,
  type PluginState,
  pluginApiVersion,
  type ToolPlugin,
  type Undo,
} from './plugin.ts';
export {
  type AccountInfoParams,
  type CancelParams,
  type CredentialCopyParams,
  type CredentialCopyResult,
  describedFields,
  type InitializeParams,
  type InitializeResult,
  internalError,
  invalidParams,
  methodNotFound,
  requestCancelled,
  type WireCapability,
  wireCapabilities,
  wireLimits,
  wireMethods,
  wireVersion,
} from './wire.ts';

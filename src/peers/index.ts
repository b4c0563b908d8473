export { allPeers } from './all-peers.ts';
export { findPeers, type PeerHere, peerOf } from './find-peers.ts';
export { changesAnything, importFromPeer, type PeerImported } from './import-from-peer.ts';
export { findImporters, importerOf, importersHere, planPluginImport } from './importers.ts';
export type { Peer } from './peer.ts';
export type { PlannedAccount } from './plan-account.ts';
export { type PeerPlan, type PeerRequest, planPeerImport } from './plan-peer-import.ts';

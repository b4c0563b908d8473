export { disableShims } from './disable-shims.ts';
export { enableShims, planShims, type ShimChange } from './enable-shims.ts';
export { lostShims } from './lost-shims.ts';
export { pathLine, shimNames } from './shim-files.ts';
export { copiesOnPath, shimProblems } from './shim-state.ts';
export { foreignFiles, type Shim, shimsHere } from './shims-here.ts';

import type { AITool } from '../registry/index.ts';
import type { Account, Identity } from './account.ts';

/**
 * Where others may add to what accounts do. Declared here, filled by plugins; the highest priority wins.
 * A provider that fails or is late is passed over: reads degrade.
 */
export interface ExtensionPoints {
  /** Who an account is, when the tool's files do not say. */
  readonly accountInfo: (tool: AITool, account: Account) => Promise<Identity | undefined>;
  /** Told after a login took effect. */
  readonly loginHook: (tool: AITool, account: Account) => Promise<void>;
  /** Asked before a launch; may stop it by throwing. */
  readonly runHook: (tool: AITool, account: Account) => Promise<void>;
}

export interface Extensions {
  /** Providers of a point, highest priority first. */
  providers<Point extends keyof ExtensionPoints>(point: Point): readonly ExtensionPoints[Point][];
}

export const noExtensions: Extensions = { providers: () => [] };

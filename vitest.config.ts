import { defineConfig } from 'vitest/config';

const shared = { requireAssertions: true } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/real/**'],
          setupFiles: ['test/support/setup.ts'],
          expect: shared,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          expect: shared,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          expect: shared,
          testTimeout: 600_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

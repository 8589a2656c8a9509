import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { runBuiltPrograms } from './apps/server/run-built-programs.ts'

/** Milliseconds a test may take, however busy the machine is. */
const PATIENCE = 30_000
/** How long `expect.poll` waits for what a busy machine does late. */
const patient = { poll: { timeout: 20_000 } }
/** For files that leave nothing behind: a process for each would be most of their time. */
const together = {
  pool: 'threads',
  isolate: false,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: patient,
} as const

/** Long forms of tests, for `npm run test:soak` alone. */
const LONG = '**/*.soak.test.ts'
/** Many processes at once, which are killed one after the other. */
const CLUSTER = 'apps/server/src/cluster/**'
/** Whether a test file replaces modules, what hashes passwords, the process, or the time by which it measures, or reads the log. */
const NEEDS_OWN_PROCESS =
  /\bvi\.mock\(|\bhashForReal\(|\bspyOn\((log|process)\b|\bfetchLog\b|toFake: \['performance'\]/
/**
 * Tests of the server whose modules are loaded once for all files of a worker, which takes a quarter less time. Not for those that
 * need their own process: what an earlier file has started may still print, or wait for its time.
 */
const sharing = globSync('apps/server/src/**/*.test.ts', {
  exclude: [LONG, CLUSTER, 'apps/server/src/leaks/**'],
}).filter(path => !NEEDS_OWN_PROCESS.test(readFileSync(path, 'utf8')))
const built = ['journeys/support/servers/build.ts']
const databases = ['apps/server/src/testing/databases/vitest-setup.ts']

const plugins = [runBuiltPrograms()]
const server = {
  globalSetup: databases,
  setupFiles: ['apps/server/src/testing/quick-hashing.ts'],
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
}

// Programs that tests start print sentences, as on a terminal.
process.env.LOG_FORMAT ??= 'text'
// Services in tests watch no folders, unless a test is about that.
process.env.WATCH ??= 'off'

/** `npm run check` runs the quick projects, `npm test` all of them except `soak` and `soak-web`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/{audio,contract,messages,player}/**/*.test.ts'],
          ...together,
        },
      },
      // Rendering music takes its time: not part of the quick checks.
      { test: { name: 'demo', include: ['packages/demo/**/*.test.ts'], testTimeout: PATIENCE } },
      {
        test: {
          name: 'checks',
          include: ['checks/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/web/*.test.ts'],
          ...together,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        // One jsdom for each worker, not for each file: a third of the time.
        test: {
          name: 'web',
          root: 'apps/web',
          // Not by `exclude`, which would undo that of the quick checks.
          include: ['src/**/!(*.soak).test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['src/testing/synchronous-react.ts'],
          pool: 'vmThreads',
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          expect: { poll: { timeout: 15_000, interval: 5 } },
        },
      },
      {
        plugins,
        test: {
          name: 'server',
          expect: patient,
          include: ['apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', LONG, CLUSTER, ...sharing],
          ...server,
        },
      },
      {
        plugins,
        test: {
          name: 'server-shared',
          expect: patient,
          include: sharing,
          isolate: false,
          ...server,
        },
      },
      {
        test: {
          name: 'journeys',
          expect: patient,
          include: [
            'journeys/{account,administration,catalogue,library,listening,notifications,opening,screens}/*.test.ts',
          ],
          globalSetup: built,
          // They share a browser, and wait for it most of the time.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // What is recorded while something else runs says little: one file after the other, when all else is done.
        test: {
          name: 'sound',
          expect: patient,
          include: ['journeys/sound/*.test.ts'],
          exclude: ['**/node_modules/**', LONG],
          globalSetup: built,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Chromium has been tested by now: two browsers at a time would be too much for a small machine.
        test: {
          name: 'firefox',
          expect: patient,
          include: ['journeys/firefox/*.test.ts'],
          globalSetup: built,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'webkit',
          expect: patient,
          include: ['journeys/webkit/*.test.ts'],
          globalSetup: built,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // A dozen processes: alone, when all else is done.
        test: {
          name: 'cluster',
          expect: patient,
          include: [`${CLUSTER}/*.test.ts`],
          globalSetup: built,
          sequence: { groupOrder: 5 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Measures stalls and durations: one file after the other.
        test: {
          name: 'soak',
          include: [LONG],
          exclude: ['**/node_modules/**', 'apps/web/**'],
          globalSetup: databases,
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'soak-web',
          root: 'apps/web',
          include: [LONG],
          environment: 'jsdom',
          setupFiles: ['src/testing/synchronous-react.ts'],
          pool: 'vmThreads',
          testTimeout: 3_600_000,
        },
      },
    ],
  },
})

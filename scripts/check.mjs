// The quick checks for everyday use: formatting, lint, types, and the tests that need no database, browser or whole page.

import { availableParallelism } from 'node:os'
import { pageTests, quickChecks, together, vitest } from './checks.mjs'
import { installMissing } from './installation/install.mjs'

/** Tests that build, start programs or try thousands of cases: half of the time of all quick ones. `npm test` runs them. */
const SLOW = [
  'checks/browsers.test.ts',
  'packages/audio/src/closes-files.test.ts',
  'packages/player/src/chaos.test.ts',
  'scripts/installation/install-run.test.ts',
  'scripts/installation/lock.test.ts',
  'scripts/run-tests.test.ts',
  'scripts/runtime.test.ts',
]

await installMissing('all')
// Vitest leaves one processor free and finishes last.
await together(
  ...quickChecks,
  vitest(
    ['packages', 'checks', 'web'],
    `--maxWorkers=${availableParallelism()}`,
    ...[...SLOW, ...pageTests()].map(path => `--exclude=${path}`),
  ),
)

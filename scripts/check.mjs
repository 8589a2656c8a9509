// The quick checks for everyday use: formatting, lint, types, and the tests that need no database, browser or whole page.

import { availableParallelism } from 'node:os'
import { pageTests, quickChecks, together, vitest } from './checks.mjs'
import { installMissing } from './installation/install.mjs'

await installMissing('all')
// Vitest leaves one processor free and finishes last.
await together(
  ...quickChecks,
  vitest(
    ['packages', 'checks', 'web'],
    `--maxWorkers=${availableParallelism()}`,
    // It builds the pages.
    '--exclude=checks/browsers.test.ts',
    ...pageTests().map(path => `--exclude=${path}`),
  ),
)

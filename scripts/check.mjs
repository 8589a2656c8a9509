// The quick part of the tests, for everyday use: formatting, lint, types, and what needs no database, no browser, no
// whole page and nothing fetched for it.

import { availableParallelism } from 'node:os'
import { pageTests, quickChecks, together, vitest } from './checks.mjs'
import { installMissing } from './runtime.mjs'

installMissing('all')
// Vitest leaves one processor free, and is the last to be done.
await together(
  ...quickChecks,
  vitest(
    ['packages', 'checks', 'web'],
    `--maxWorkers=${availableParallelism()}`,
    ...pageTests().map(path => `--exclude=${path}`),
  ),
)

// The quick part of the tests, for everyday use: formatting, lint, types, and what needs no database and no browser.

import { availableParallelism } from 'node:os'
import { quickChecks, vitest } from './checks.mjs'
import { installMissing } from './runtime.mjs'

installMissing('all')
quickChecks()
// Vitest leaves one processor free; nothing else is to be done meanwhile.
vitest(['packages', 'checks', 'web'], `--maxWorkers=${availableParallelism()}`)

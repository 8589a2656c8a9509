// The quick part of the tests, for everyday use: formatting, lint, types, and what needs no database and no browser.

import { quickChecks, vitest } from './checks.mjs'
import { installMissing } from './runtime.mjs'

installMissing('all')
quickChecks()
vitest(['packages', 'checks', 'web'])

// Everything: formatting, lint, types, unit tests, server tests on both databases, journeys in a real browser.

import { availableParallelism } from 'node:os'
import { inTurn, quickChecks, vitest } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { buildStalePages, giveUp, installMissing } from './runtime.mjs'

installMissing('all')
if (!findChromium()) {
  giveUp(
    'The journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
}
inTurn(...quickChecks)
buildStalePages()
inTurn(
  // Vitest leaves one processor free.
  vitest(['packages', 'checks', 'web', 'demo', 'server'], `--maxWorkers=${availableParallelism()}`),
  vitest(['journeys', 'sound']),
)

// `npm test`: all checks and tests: formatting, lint, types, unit tests, server tests on both databases, journeys in real
// browsers, and many processes on shared parts. `npm test -- --changed [REVISION]`: those that a change can reach.

import { availableParallelism } from 'node:os'
import { buildStale } from './build.mjs'
import { changedTests, WITHOUT_BROWSER } from './changed-tests.mjs'
import { quickChecks, together } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { canTestFirefox, FIREFOX_ADVICE } from './firefox.mjs'
import { installMissing } from './installation/install.mjs'
import { combineRuns, runTests, summarise } from './run-tests.mjs'
import { giveUp } from './runtime.mjs'
import { findWebKit, WEBKIT_ADVICE } from './webkit.mjs'

await installMissing('all')
if (!findChromium()) {
  giveUp(
    'The journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
}
if (!canTestFirefox()) giveUp(FIREFOX_ADVICE)
if (!findWebKit()) giveUp(WEBKIT_ADVICE)
await together(...quickChecks)
if (process.exitCode) process.exit()
await buildStale()

/** Steps, each of lanes that run at the same time. */
const ALL = [
  [
    [
      // Vitest leaves one processor free.
      {
        projects: WITHOUT_BROWSER,
        options: [`--maxWorkers=${availableParallelism()}`],
        yields: true,
      },
    ],
    [
      // They mostly wait for music to play, and must never wait for the others.
      { projects: ['sound', 'firefox', 'webkit'] },
      // These may: together, both lanes leave no processor idle.
      { projects: ['journeys'], yields: true },
    ],
  ],
  [[{ projects: ['cluster'] }]],
]
const [mode, revision = 'HEAD'] = process.argv.slice(2)
const runs = []
for (const lanes of mode === '--changed' ? changedTests(revision).map(group => [[group]]) : ALL) {
  console.log(
    `\n— tests: ${lanes
      .flat(2)
      .flatMap(group => group.projects)
      .join(', ')}`,
  )
  const run = await runTests(...lanes)
  runs.push(run)
  if (!run.ok) break
}
console.log(`\n${summarise(combineRuns(runs))}`)
process.exitCode = runs.every(run => run.ok) ? 0 : 1

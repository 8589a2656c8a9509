// `npm run test:soak [-- PATH…]`: the long forms of the tests, `*.soak.test.ts`, for nights and before releases.

import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { installMissing } from './installation/install.mjs'
import { findNode, root, run } from './runtime.mjs'

await installMissing('all')
await buildStale()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
await run(findNode(), [vitest, 'run', '--project', 'soak', '--project', 'soak-web', ...process.argv.slice(2)])

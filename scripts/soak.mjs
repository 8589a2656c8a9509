// `npm run test:soak [-- PATH…]`: the long forms of the tests, `*.soak.test.ts`, for nights and before releases.

import { join } from 'node:path'
import { buildStalePages, findNode, installMissing, root, run } from './runtime.mjs'

installMissing('all')
buildStalePages()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
run(findNode(), [vitest, 'run', '--project', 'soak', '--project', 'soak-web', ...process.argv.slice(2)])

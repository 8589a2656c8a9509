// `node scripts/run.mjs PROGRAM [ARGUMENTS…]`: installs and builds what is missing, then runs a program on the pinned runtime: a
// command of the server by its name, or any file by its path.
import { join } from 'node:path'
import { buildStale, programPath } from './build.mjs'
import { installMissing } from './installation/install.mjs'
import { become, root } from './runtime.mjs'

const [program, ...args] = process.argv.slice(2)
const isCommand = !program.includes('/')
await installMissing(isCommand ? 'run' : 'all')
if (isCommand) await buildStale(['service'])
become(isCommand ? programPath(program) : join(root, program), args)

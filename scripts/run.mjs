// `node scripts/run.mjs PROGRAM.ts [ARGUMENTS…]`: installs what is missing, then runs a program on the pinned runtime.
import { become, installMissing } from './runtime.mjs'

const [program, ...args] = process.argv.slice(2)
installMissing(/^(bench|scripts)\//.test(program) ? 'all' : 'service')
become(program, args)

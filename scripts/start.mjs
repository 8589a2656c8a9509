import { buildStale, programPath } from './build.mjs'
import { installMissing } from './installation/install.mjs'
import { discardBuildTools } from './installation/remove-build-tools.mjs'
import { become } from './runtime.mjs'

await installMissing('run')
await buildStale()
await discardBuildTools()
become(programPath('serve'), process.argv.slice(2))

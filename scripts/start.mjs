import { buildStale, programPath } from './build.mjs'
import { become, installMissing } from './runtime.mjs'

installMissing('service')
buildStale()
become(programPath('serve'), process.argv.slice(2))

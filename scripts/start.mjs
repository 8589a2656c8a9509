import { become, buildStalePages, installMissing } from './runtime.mjs'

installMissing('service')
buildStalePages()
become('apps/server/src/bin/serve.ts', process.argv.slice(2))

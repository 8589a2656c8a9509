/** `npm run bench:data -- TRACKS [--database postgres]`: makes a catalogue that the benches use, unless it is there. */
import { parseArgs } from 'node:util'
import { keepCatalogue, SIZES } from './data/keep-catalogue.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string', default: 'embedded' } },
})
const tracks = Number(positionals[0])
if (!SIZES.some(size => size === tracks) || !['embedded', 'postgres'].includes(values.database)) {
  console.error(`Name the number of tracks, ${SIZES.join(' or ')}, and --database embedded or postgres.`)
  process.exit(1)
}
const startedAt = performance.now()
const folder = await keepCatalogue(tracks, values.database === 'postgres' ? 'postgres' : 'sqlite')
console.log(`${folder} (${Math.round((performance.now() - startedAt) / 1000)} s)`)

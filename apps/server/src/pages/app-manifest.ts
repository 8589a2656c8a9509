import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { readPathPrefix } from '../http/path-prefix.ts'
import { readServiceName } from '../live-settings/live-settings.ts'
import type { GivenSettings } from '../setting-schemas.ts'

/** In the folder of the built pages. */
export const MANIFEST_FILE = 'manifest.webmanifest'

export interface ManifestParts {
  readonly pagesDir: string
  readonly db: Database
  readonly given: GivenSettings
  readonly publicUrl: string
}

/** Serves the web app manifest of the build, if it has one, with the name of the service. */
export async function registerAppManifest(
  app: FastifyInstance,
  { pagesDir, db, given, publicUrl }: ManifestParts,
): Promise<void> {
  const built = await readFile(join(pagesDir, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (!built) return
  const prefix = readPathPrefix(publicUrl)
  // All its values that begin with a slash are addresses.
  const manifest = JSON.parse(built, (_, value) =>
    typeof value === 'string' && value.startsWith('/') ? prefix + value : value,
  )
  app.route({
    method: ['GET', 'HEAD'],
    url: `/${MANIFEST_FILE}`,
    config: { isFile: true, isAlwaysOpen: true },
    async handler(_request, reply) {
      const name = await withDeadline(readServiceName(db, given))
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify({ ...manifest, name, short_name: name }))
    },
  })
}

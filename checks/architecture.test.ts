import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, readFile, readSources, type Source } from './sources.ts'

/** In order: a domain may import itself and those before it. See docs/architecture.md. */
const DOMAINS = ['media', 'account', 'catalogue', 'listening', 'library', 'notifications', 'administration']
const DOMAIN_PARENTS = ['apps/server/src', 'apps/web/src', 'packages/contract/src']

/** Below all domains. */
const BASE_LAYERS = [
  'apps/server/src/database/',
  'apps/server/src/http/',
  'apps/server/src/live-settings/',
  'apps/server/src/set-up/',
  'apps/server/src/workers/',
  'apps/web/src/api/',
  'apps/web/src/ui/',
]
const ALLOWED_UPWARD = [
  // Joins the table types of the domains.
  'apps/server/src/database/tables.ts',
  // A migration that fills a column uses the function that fills it afterwards.
  'apps/server/src/database/migrations/',
]

/** Layers of the pages, from the lowest; each may import those before it. */
const WEB_LAYERS = [
  ['api', 'ui', 'paths.ts', 'prefix.ts'],
  DOMAINS,
  ['pages'],
  ['shell'],
  ['routes.tsx', 'startup', 'main.tsx'],
]

const MAX_FILES_IN_FOLDER = 20
const MAX_LINES = 300

const sources = readSources()

/** Index of a file's domain, -1 if it belongs to none. */
function domainIndex(path: string): number {
  const parent = DOMAIN_PARENTS.find(start => path.startsWith(`${start}/`))
  const folder = parent && path.slice(parent.length + 1).split('/')[0]
  return folder ? DOMAINS.indexOf(folder) : -1
}

/** Index of the layer that a file of the pages belongs to, -1 for other files. */
function webLayer(path: string): number {
  const name = path.startsWith('apps/web/src/') ? path.split('/')[3] : undefined
  return name ? WEB_LAYERS.findIndex(layer => layer.includes(name)) : -1
}

/** Imports that break a rule, as `importing file → imported file`. */
function findImports(isForbidden: (file: Source, imported: string) => boolean): string[] {
  return sources.flatMap(file =>
    file.imports
      .filter(imported => isForbidden(file, imported))
      .map(imported => `${file.path} → ${imported}`),
  )
}

function findFiles(isForbidden: (file: Source) => boolean): string[] {
  return sources.filter(isForbidden).map(file => file.path)
}

describe('imports', () => {
  it('of a domain lead only to the domains before it', () => {
    expect(
      findImports(
        (file, imported) => domainIndex(file.path) >= 0 && domainIndex(imported) > domainIndex(file.path),
      ),
    ).toEqual([])
  })

  it('form no cycle', () => {
    expect(findCycle()).toEqual([])
  })

  it('of the pages lead to no call that only other clients use, such as those for whole lists', () => {
    expect(
      findImports(
        ({ path }, imported) =>
          path.startsWith('apps/web/') && imported.startsWith('packages/contract/src/compat/'),
      ),
    ).toEqual([])
  })

  it('never cross between the pages and the server', () => {
    expect(
      findImports(
        ({ path }, imported) =>
          (path.startsWith('apps/web/') && imported.startsWith('apps/server/')) ||
          (path.startsWith('apps/server/') && imported.startsWith('apps/web/')),
      ),
    ).toEqual([])
  })

  it('of the contract lead to zod and the messages, and nothing else', () => {
    const contract = sources.filter(file => file.path.startsWith('packages/contract/'))
    expect(contract.flatMap(file => file.packages).filter(name => name !== 'zod/mini')).toEqual([])
    expect(
      contract.flatMap(file => file.imports).filter(path => !/^packages\/(contract|messages)\//.test(path)),
    ).toEqual([])
  })

  it('of the messages lead nowhere else', () => {
    const messages = sources.filter(file => file.path.startsWith('packages/messages/'))
    expect(
      messages.flatMap(file => file.imports).filter(path => !path.startsWith('packages/messages/')),
    ).toEqual([])
  })

  it('of the player lead nowhere else', () => {
    const player = sources.filter(
      file => file.path.startsWith('packages/player/') && !file.path.includes('/testing/'),
    )
    expect(player.flatMap(file => file.packages)).toEqual([])
    expect(player.flatMap(file => file.imports).filter(path => !path.startsWith('packages/player/'))).toEqual(
      [],
    )
  })

  it('of the audio package lead only to itself and the contract', () => {
    const audio = sources.filter(file => file.path.startsWith('packages/audio/'))
    expect(
      audio.flatMap(file => file.imports).filter(path => !/^packages\/(audio|contract)\//.test(path)),
    ).toEqual([])
    expect(
      audio.flatMap(file => file.packages).filter(name => /^(kysely|pg|fastify|node:sqlite)$/.test(name)),
    ).toEqual([])
  })

  it('of the sample catalogue lead to its entry', () => {
    const isInside = (path: string) => path.startsWith('packages/demo/')
    expect(
      findImports(
        ({ path }, imported) =>
          isInside(imported) && !isInside(path) && imported !== 'packages/demo/src/demo.ts',
      ),
    ).toEqual([])
  })

  it('of a layer of the pages lead only to itself and the layers below', () => {
    expect(
      findImports((file, imported) => webLayer(file.path) >= 0 && webLayer(imported) > webLayer(file.path)),
    ).toEqual([])
  })

  it('of the base layers lead to no domain', () => {
    expect(
      findImports(
        ({ path }, imported) =>
          BASE_LAYERS.some(folder => path.startsWith(folder)) &&
          !ALLOWED_UPWARD.some(start => path.startsWith(start)) &&
          domainIndex(imported) >= 0 &&
          !imported.startsWith('packages/contract/'),
      ),
    ).toEqual([])
  })
})

describe('source files', () => {
  it('create media elements only in packages/player/src/dom', () => {
    expect(
      findFiles(
        ({ path, text }) =>
          /^(apps\/web|packages)\//.test(path) &&
          !path.includes('/dom/') &&
          /\bnew (Audio|MediaSource|AudioContext)\(/.test(text),
      ),
    ).toEqual([])
  })

  it('write the address of a call only in the contract', () => {
    const allowed = ['apps/web/vite.config.ts', 'apps/server/src/http/openapi/routes.ts']
    expect(
      findFiles(
        ({ path, text }) =>
          /^(apps|packages)\//.test(path) &&
          !path.startsWith('packages/contract/') &&
          !allowed.includes(path) &&
          /['"`]\/(api\/\w+|audio\/|profile_path\/|stream\/)/.test(text),
      ),
    ).toEqual([])
  })

  it('never insert markup as text into a page', () => {
    expect(
      findFiles(({ text }) =>
        /\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML|dangerouslySetInnerHTML/.test(text),
      ),
    ).toEqual([])
  })

  it('decorate the app only with what every route needs; parts of a domain are passed to it', () => {
    const names = sources
      .filter(({ path }) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'))
      .flatMap(({ text }) => Array.from(text.matchAll(/\.decorate\('(\w+)'/g), match => match[1]))
    expect(names.toSorted()).toEqual([
      'backendUrl',
      'baseHeaderList',
      'baseHeaders',
      'findServiceKey',
      'findSession',
      'guestAccess',
      'isAdministrator',
      'pathPrefix',
      'presence',
      'publicUrl',
      'rateLimits',
      'responseCache',
    ])
  })

  // knip finds unused exports and files, but takes every file of a package that exports `./*` for an entry.
  it('without exports are started by name', () => {
    const texts = listFiles('*.ts', '*.mjs', '*.json', '*.jsonc', '*.html').map(readFile)
    const isNamed = (path: string) => {
      const names = [basename(path), `'${basename(path, '.ts')}'`]
      return texts.some(text => names.some(name => text.includes(name)))
    }
    expect(
      findFiles(({ path, text }) => path.endsWith('.ts') && !/^export /m.test(text) && !isNamed(path)),
    ).toEqual([])
  })

  it('are no barrels', () => {
    expect(findFiles(({ path }) => /(^|\/)index\.tsx?$/.test(path))).toEqual([])
  })
})

describe('sizes', () => {
  it('a folder holds at most 20 source files', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    const tooLarge = [...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)
    expect(tooLarge).toEqual([])
  })

  it('a file has at most 300 lines, and half of the files have at most 60', () => {
    const tooLong = sources.filter(({ lines }) => lines > MAX_LINES)
    expect(tooLong.map(({ path, lines }) => [path, lines])).toEqual([])
    const lengths = sources.map(file => file.lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60)
  })
})

/** The paths of a cycle of imports, or an empty list. */
function findCycle(): string[] {
  const files = new Map(sources.map(file => [file.path, file]))
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    done.add(path)
    for (const next of files.get(path)?.imports ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    return []
  }
  for (const { path } of sources) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readFile, root } from './sources.ts'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** Licences that permit use, also commercially, without conditions on our own code. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
]
/**
 * Licences with conditions on changes to the package itself, which we do not change: weak copyleft, and that of fonts.
 * Each package with one is named, so that a person looks at a new one.
 */
const CONDITIONAL: Readonly<Record<string, RegExp>> = {
  // libvips is a shared library of its own, as the LGPL asks.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^(@mediabunny\/flac-encoder|axe-core|lightningcss(-.+)?|mediabunny|web-push)$/,
  'OFL-1.1': /^@fontsource(-variable)?\/figtree$/,
  'CC0-1.0': /^(@mdn\/browser-compat-data|mdn-data)$/,
}

/** MIT by their own text, without the field `license`; only the S3-compatible server of the tests needs them. */
const MIT_BY_TEXT = new Set(['busboy', 'dicer', 'humanize-number', 'only', 'streamsearch'])

const locked = Object.entries(
  (JSON.parse(readFile('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether a licence expression allows us to use a package: one side of OR is enough, of AND all are needed. */
function isAllowed(name: string, expression: string): boolean {
  const isOneAllowed = (licence: string) =>
    PERMISSIVE.includes(licence) || (CONDITIONAL[licence]?.test(name) ?? false)
  const sides = expression.replaceAll(/[()]/g, '').split(' OR ')
  return sides.some(side => side.split(' AND ').every(isOneAllowed))
}

it('depends on packages with allowed licences only', () => {
  const refused = locked
    .filter(([path, { license = '' }]) => !isAllowed(nameOf(path), license))
    .filter(([path, { license, dev }]) => license || !dev || !MIT_BY_TEXT.has(nameOf(path)))
    .map(([path, { license }]) => `${nameOf(path)}: ${license}`)
  expect(refused).toEqual([])
})

it.each([
  ['a', 'GPL-3.0-only', false],
  ['a', '', false],
  ['a', 'MIT', true],
  ['a', 'GPL-3.0-only OR MIT', true],
  ['a', 'MIT AND AGPL-3.0-only', false],
  ['a', 'MPL-2.0', false],
  ['mediabunny', 'MPL-2.0', true],
])('judges the package %s under %s', (name, license, allowed) => {
  expect(isAllowed(name, license)).toBe(allowed)
})

it('takes every package from a registry, none from Git or an address of its own', () => {
  const elsewhere = locked.filter(
    ([, { resolved }]) => resolved && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

it('has a CycloneDX bill of materials with every package of the service, its licence and hash', () => {
  const { scripts } = JSON.parse(readFile('package.json')) as { scripts: { sbom: string } }
  const [, ...args] = scripts.sbom.split(' ')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const written = execFileSync(npm, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bill = JSON.parse(written) as {
    bomFormat: string
    components: { purl: string; hashes?: { alg: string }[]; licenses?: unknown[] }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const listed = new Map(bill.components.map(component => [component.purl, component]))
  const needed = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const incomplete = needed.filter(([path, { version }]) => {
    const found = listed.get(`pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`)
    return !found?.licenses?.length || !found.hashes?.some(({ alg }) => alg === 'SHA-512')
  })
  expect(incomplete.map(([path]) => path)).toEqual([])
})

import browserCompatData from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'

/** The oldest versions that the pages run in, as docs/decisions/095 and the README name them. */
export const OLDEST_BROWSERS = {
  chrome: 120,
  edge: 120,
  firefox: 128,
  safari: 17,
  safari_ios: 17,
} as const
type BrowserName = keyof typeof OLDEST_BROWSERS

const { api, javascript } = browserCompatData
const { builtins } = javascript as unknown as { builtins: Record<string, Identifier> }
const interfaces = api as unknown as Record<string, Identifier>
/** Global objects by the names that scripts use. */
const GLOBALS: Record<string, Identifier | undefined> = {
  navigator: interfaces.Navigator,
  document: interfaces.Document,
  window: interfaces.Window,
  globalThis: interfaces.Window,
}

/** Browsers that lack a global, such as `requestIdleCallback` or `ManagedMediaSource`. */
export function lackingGlobal(name: string): string[] {
  return lacking(builtins[name] ?? interfaces[name] ?? memberOf(interfaces.Window, name))
}

/** Browsers that lack a member of a global, such as `Promise.withResolvers` or `navigator.share`. */
export function lackingMember(object: string, name: string): string[] {
  const known = GLOBALS[object]
  if (known) return lacking(memberOf(known, name))
  return lacking(memberOf(builtins[object], name) ?? memberOf(interfaces[object], `${name}_static`))
}

/** Their methods bear names that nothing else has. */
const DATA_TYPES = ['Array', 'String', 'Map', 'Set']

/** Browsers that lack a method under this name in each type of data that has one, such as `isWellFormed`. */
export function lackingMethod(name: string): string[] {
  const found = DATA_TYPES.flatMap(type => memberOf(builtins[type], name) ?? [])
  const [first = [], ...others] = found.map(lacking)
  return first.filter(browser => others.every(other => other.includes(browser)))
}

function memberOf(of: Identifier | undefined, name: string): Identifier | undefined {
  return of && Object.hasOwn(of, name) ? of[name] : undefined
}

function lacking(known: Identifier | undefined): string[] {
  const compat = known?.__compat
  if (!compat) return []
  return (Object.keys(OLDEST_BROWSERS) as BrowserName[]).filter(browser => !isSupported(compat, browser))
}

function isSupported({ support }: CompatStatement, browser: BrowserName): boolean {
  const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[]
  return statements.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alternative }) =>
      typeof added === 'string' &&
      (typeof removed !== 'string' || Number.parseFloat(removed) > OLDEST_BROWSERS[browser]) &&
      !flags &&
      !prefix &&
      !alternative &&
      Number.parseFloat(added.replace('≤', '')) <= OLDEST_BROWSERS[browser],
  )
}

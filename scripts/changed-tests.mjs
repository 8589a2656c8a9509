import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

/** Projects of vitest.config.ts that need no browser. */
export const WITHOUT_BROWSER = ['packages', 'checks', 'web', 'demo', 'server', 'server-shared']

/** A file of a domain, such as apps/web/src/library/…: its journeys are journeys/library. */
const IN_DOMAIN = /^(?:apps\/\w+|packages\/contract)\/src\/(\w[\w-]*)\/|^journeys\/([\w-]+)\//
/** What has no journeys of its own name. */
const SHOWN_IN = [
  [/^packages\/(player|audio)\/|^apps\/server\/src\/media\//, 'listening'],
  [/^apps\/web\/src\/(ui|shell|pages)\/|^packages\/messages\//, 'screens'],
  [/^apps\/web\/src\/startup\/|^apps\/server\/src\/(pages|bin)\/|^scripts\//, 'opening'],
  [/^apps\/server\/src\/importing\//, 'catalogue'],
]
/** They record in real time: minutes for each change of the player. */
const SOUND = ['sound', 'firefox', 'webkit']

/**
 * What files that differ from a revision can reach: unit and server tests that import them, the tests of changed programs, and
 * the journeys of their domains. What one domain's change does to the journeys of another, only the whole of `npm test` shows.
 */
export function changedTests(revision) {
  const paths = changedFiles(revision)
  const domains = journeyDomains(paths)
  const programs = programTests(paths)
  return [
    {
      projects: WITHOUT_BROWSER,
      options: [`--changed=${revision}`, '--passWithNoTests'],
    },
    ...(programs.length > 0 ? [{ projects: ['server'], options: programs }] : []),
    ...(domains.length > 0
      ? [{ projects: ['journeys'], options: domains.map(domain => `journeys/${domain}/`) }]
      : []),
  ]
}

/** Changed and new files, relative to the repository. */
function changedFiles(revision) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [
    ...git('diff', '--name-only', '--relative', revision, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(path => path !== '')
}

/** Tests of programs, which they start by path instead of importing them. */
function programTests(paths) {
  return paths
    .filter(path => /^apps\/server\/src\/bin\/[\w-]+\.ts$/.test(path))
    .map(path => path.replace(/\.ts$/, '.test.ts'))
    .filter(path => existsSync(join(root, path)))
}

/** @param paths relative to the repository */
export function journeyDomains(paths) {
  const named = paths.map(path => IN_DOMAIN.exec(path)).map(match => match?.[1] ?? match?.[2])
  const shown = paths.flatMap(path => SHOWN_IN.flatMap(([where, name]) => (where.test(path) ? [name] : [])))
  return [...new Set([...named, ...shown])]
    .filter(name => name && !SOUND.includes(name) && name !== 'support')
    .filter(name => existsSync(join(root, 'journeys', name)))
    .sort()
}

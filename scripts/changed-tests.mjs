import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

/** A file of a domain, such as apps/web/src/library/…: its journeys are journeys/library. */
const IN_DOMAIN = /^(?:apps\/\w+|packages\/contract)\/src\/(\w[\w-]*)\/|^journeys\/([\w-]+)\//
/** They record in real time: minutes for each change of the player. */
const SOUND = ['sound', 'firefox']

/**
 * What files that differ from a revision can reach: unit and server tests that import them, and the journeys of their
 * domains. What one domain's change does to the journeys of another, only the whole of `npm test` shows.
 */
export function changedTests(revision) {
  const domains = journeyDomains(changedFiles(revision))
  return [
    {
      projects: ['packages', 'checks', 'web', 'demo', 'server', 'server-domains'],
      options: [`--changed=${revision}`, '--passWithNoTests'],
    },
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

/** @param paths relative to the repository */
export function journeyDomains(paths) {
  const named = paths.map(path => IN_DOMAIN.exec(path)).map(match => match?.[1] ?? match?.[2])
  return [...new Set(named)]
    .filter(name => name && !SOUND.includes(name) && name !== 'support')
    .filter(name => existsSync(join(root, 'journeys', name)))
    .sort()
}

import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { operations } from '@refrain/contract/operations'
import { expect, it } from 'vitest'
import { screens } from '../apps/server/src/pages/screens.ts'
import { readSources } from './sources.ts'

const pages = readSources().filter(({ path }) => path.startsWith('apps/web/src/'))

it('there are guests, members who own what is theirs, and the operator’s programs: nobody above them (ROLE-12, PROP-07)', () => {
  const callers = new Set<string>(operations.map(({ who }) => who))
  for (const known of ['guest', 'member', 'owner', 'service', 'sender']) callers.delete(known)
  expect([...callers]).toEqual([])
})

it('no screen is for administrators (ROLE-12, PROP-07)', () => {
  // A screen belongs to everybody or, by the id in its address, to one listener; the table is held to these elsewhere.
  const first = screens.map(({ pattern }) => pattern.split('/')[1] as string)
  expect(first.filter(word => /admin|operat|manage|moderat|dashboard|console|internal/i.test(word))).toEqual(
    [],
  )
})

it('no page calls what only the operator’s programs may, nor knows their key (ROLE-12, PROP-07)', () => {
  const theirs = operations.filter(({ who }) => who === 'service').map(({ name }) => name)
  const words = new RegExp(['SERVICE_KEY_HEADER', SERVICE_KEY_HEADER, ...theirs].join('|'))
  expect(pages.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
})

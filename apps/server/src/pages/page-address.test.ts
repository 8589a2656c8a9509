import { expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'

const asked = (host: string, protocol = 'http') => pageAddress({ protocol, host } as never, '')

it('is PUBLIC_URL if set', () => {
  const request = { protocol: 'http', host: 'evil.example' } as never
  expect(pageAddress(request, 'https://music.example.org/')).toBe('https://music.example.org')
  expect(pageAddress(request, 'https://nas.example.org/music/')).toBe('https://nas.example.org/music')
})

it('is the requested host if it is well-formed', () => {
  expect(asked('Music.example.org')).toBe('http://music.example.org')
  expect(asked('127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  expect(asked('[::1]:3000', 'https')).toBe('https://[::1]:3000')
  for (const odd of [
    '',
    'a b',
    'a/b',
    'a@b',
    'user:pass@a',
    'a"><script>',
    'a:port',
    'a:1:2',
    '-a',
    'a\\b',
    'a#b',
    'a?b',
    'ä.example',
    '%61',
    'a'.repeat(256),
  ]) {
    expect([odd, asked(odd)]).toEqual([odd, undefined])
  }
  expect(asked('a', 'javascript')).toBe(undefined)
})

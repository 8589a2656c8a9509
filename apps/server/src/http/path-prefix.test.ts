import { expect, it } from 'vitest'
import { screens } from '../pages/screens.ts'
import { cookiePrefix, isPathPrefix, readPathPrefix, removePrefix } from './path-prefix.ts'

it.each([
  ['', ''],
  ['https://music.example.org', ''],
  ['https://music.example.org/', ''],
  ['https://nas.example.org/music', '/music'],
  ['https://nas.example.org/music/', '/music'],
  ['https://nas.example.org:8443/apps/music', '/apps/music'],
])('of PUBLIC_URL=%s is "%s"', (publicUrl, prefix) => {
  expect(readPathPrefix(publicUrl)).toBe(prefix)
})

it.each([
  ['/music', '/music', '/music'],
  ['/music', '/music/', '/'],
  ['/music', '/music/?q=a', '/?q=a'],
  ['/music', '/music/api/albums/a1', '/api/albums/a1'],
  ['/music', '/music/rest/ping.view?u=a', '/rest/ping.view?u=a'],
  // A proxy has removed it.
  ['/music', '/', '/'],
  ['/music', '/api/albums/a1', '/api/albums/a1'],
  ['/music', '/musical/a', '/musical/a'],
  ['/music', '/Music/a', '/Music/a'],
  // Once only.
  ['/music', '/music/music/a', '/music/a'],
  ['/apps/music', '/apps/music/albums', '/albums'],
  ['/apps/music', '/apps/albums', '/apps/albums'],
  ['', '/music/a', '/music/a'],
  ['/music', 'http://nas/music/a', 'http://nas/music/a'],
])('below "%s", %s is answered as %s', (prefix, url, inside) => {
  expect(removePrefix(prefix, url)).toBe(inside)
})

it.each([
  ['', ''],
  ['/music', 'music.'],
  ['/apps/my-music', 'apps.my-music.'],
])('cookies below "%s" begin with "%s"', (prefix, before) => {
  expect(cookiePrefix(prefix)).toBe(before)
})

it('cannot begin like a screen or a path of the service', () => {
  const firsts = screens
    .map(({ pattern }) => pattern.split('/', 2)[1] ?? '')
    .filter(part => !part.startsWith(':'))
  for (const first of [...firsts, 'api', 'rest', 'assets', 'audio', 'ALBUMS']) {
    expect([first, isPathPrefix(`/${first}`), isPathPrefix(`/${first}/music`)]).toEqual([first, false, false])
  }
  expect(isPathPrefix('/music/albums')).toBe(true)
  const ofPages = [
    '/service-worker.js',
    '/manifest.webmanifest',
    '/robots.txt/music',
    '/x/library',
    '/x/Library/y',
  ]
  expect(ofPages.filter(isPathPrefix)).toEqual([])
  expect(isPathPrefix('/my.music')).toBe(true)
})

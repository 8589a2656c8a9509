import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The modules of the pages below a path of the host. */
async function loadBelow(prefix: string) {
  vi.resetModules()
  if (prefix) document.documentElement.dataset.prefix = prefix
  else delete document.documentElement.dataset.prefix
  const [own, storage, { backend }, { serverAddress }] = await Promise.all([
    import('./prefix.ts'),
    import('./ui/browser/local-storage.ts'),
    import('./api/backend.ts'),
    import('./pages/account/apps/server-address.ts'),
  ])
  return { ...own, ...storage, backend, serverAddress }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  delete document.documentElement.dataset.prefix
  document.head.innerHTML = ''
})

describe.each([
  ['', 'token', '', 'http://localhost:3000'],
  ['/music', '/music:token', '/music', 'http://localhost:3000/music'],
  ['/apps/music', '/apps/music:token', '/apps/music', 'http://localhost:3000/apps/music'],
])('below "%s"', (prefix, key, expectedBackend, address) => {
  it('names what it stores, calls the service and shows its address there', async () => {
    const { ownName, backend, absoluteUrl, serverAddress, writeLocal, readLocal } = await loadBelow(prefix)
    writeLocal('token', 'abc')
    expect([Object.keys(localStorage), readLocal('token')]).toEqual([[key], 'abc'])
    expect([ownName('token'), backend]).toEqual([key, expectedBackend])
    expect([absoluteUrl('/albums/a1'), serverAddress()]).toEqual([`${address}/albums/a1`, address])
  })

  it('neither lists nor clears what other services of the host store', async () => {
    const others = ['token', '/music:token', '/apps/music:token', '/musical:token', '/music/b:token'].filter(
      each => each !== key,
    )
    for (const each of [...others, key]) localStorage.setItem(each, '1')
    const { localKeys, clearLocal } = await loadBelow(prefix)
    expect(localKeys()).toEqual(['token'])
    clearLocal()
    expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
  })
})

it('is in the address that the identity provider sends back to', async () => {
  const { absoluteUrl } = await loadBelow('/music')
  const { captureGoogleResponse, takeGoogleResponse } = await import('./account/google/google-response.ts')
  history.replaceState(null, '', absoluteUrl('/login#state=abc&id_token=def'))
  captureGoogleResponse()
  expect([takeGoogleResponse(), location.pathname, location.hash]).toEqual([
    'state=abc&id_token=def',
    '/music/login',
    '',
  ])
  history.replaceState(null, '', '/')
})

it('leads to the backend that the page names, whatever the prefix', async () => {
  document.head.innerHTML = '<meta name="backend" content="https://api.example.org">'
  const { backend, serverAddress } = await loadBelow('/music')
  expect([backend, serverAddress()]).toEqual(['https://api.example.org', 'https://api.example.org'])
})

it('is the base of the router: its paths are behind it, its links before', async () => {
  const { prefix } = await loadBelow('/music')
  const { createMemoryRouter, redirect } = await import('react-router')
  const router = createMemoryRouter(
    [{ path: '/' }, { path: '/albums/:id' }, { path: '/admin', loader: () => redirect('/') }],
    {
      basename: `${prefix}/`,
      initialEntries: ['/music/albums/a1'],
    },
  )
  expect(router.state.matches.map(({ params }) => params)).toEqual([{ id: 'a1' }])
  await router.navigate('/')
  expect(router.state.location.pathname).toBe('/music/')
  await router.navigate('/admin')
  expect(router.state.location.pathname).toBe('/music/')
  router.dispose()
})

import { operations } from '@refrain/contract/operations'
import { expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

/** What the pages do about an action that takes something away. */
type Care =
  /** A dialog asks first. Components that import this, as "module name", have one. */
  | { readonly asks: string }
  /** It can be undone for a while: the file that offers it. */
  | { readonly undo: string }
  /** The listener brings it back where it was taken away: how. */
  | { readonly again: string }
  /** The pages do not do it. */
  | 'never'

const CARE: Readonly<Record<string, Care>> = {
  deleteUser: { asks: 'account/own-account deleteUser' },
  updateUserProfilePath: { asks: 'account/update-account.ts removePicture' },
  deleteListens: { asks: 'listening/listens deleteListens' },
  removePasskey: { asks: 'passkeys/own-passkeys.ts removeOwnPasskey' },
  revokeAppKey: { asks: 'apps/app-keys.ts disconnectApp' },
  deletePerson: { asks: 'administration/administer.ts removePerson' },
  signOutPerson: { asks: 'administration/administer.ts signOut' },
  turnOffTotpOfPerson: { asks: 'administration/administer.ts turnOffTotp' },
  deleteInvitation: { asks: 'administration/administer.ts removeInvitation' },
  removeMusicFolder: { asks: 'administration/administer.ts removeFolder' },
  forgetMissingTracks: { asks: 'administration/administer.ts forgetMissing' },
  removeCataloguePicture: { again: 'the dialog that does it takes the picture again' },
  removePlaylistFile: { asks: 'administration/administer.ts removeListOfCollection' },
  deletePlaylist: { undo: 'apps/web/src/library/playlist-deletion/undo-deletion.ts' },
  deleteTrackFromPlaylist: { again: 'the track is added again, at the end' },
  removePlaylistEntry: { again: 'the track is added again, at the end' },
  removeFollowingArtist: { again: 'the button says Follow' },
  releaseAlbum: { again: 'the button says Add to Library' },
  revokeSession: { again: 'the device signs in' },
  revokeOtherSessions: { again: 'the devices sign in' },
  revokeAllAppKeys: {
    again: 'a dialog asks, or a box beside the button is checked: the apps are connected again',
  },
  disableTotp: { again: 'two-step login is set up, after a recent sign-in' },
  deleteCookie: { again: 'the listener signs in; the menu has asked' },
  deleteBookmark: { again: 'the recording was heard to its end: playing it sets another' },
}

const TAKES_AWAY = /^(delete|remove|release|revoke|forget|clear|disable|turnOff|signOut)[A-Z]/

const files = ['apps/web/src/**/*.ts', 'apps/web/src/**/*.tsx']
  .flatMap(pattern => listFiles(pattern))
  .filter(path => !/\.test\.|\/testing\//.test(path))
  .map(path => ({ path, text: readFile(path) }))

/** Components that import a name from a module, given by the end of its path. */
function componentsThatImport(module: string, name: string): typeof files {
  const imported = new RegExp(
    `import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*${module.replaceAll('.', '\\.')}'`,
  )
  return files.filter(({ path, text }) => path.endsWith('.tsx') && imported.test(text))
}

it('lists every operation that takes something away', () => {
  const taking = operations.filter(({ name, method }) => method === 'DELETE' || TAKES_AWAY.test(name))
  // Empties the picture.
  expect([...taking.map(({ name }) => name), 'updateUserProfilePath'].toSorted()).toEqual(
    Object.keys(CARE).toSorted(),
  )
})

it.each(Object.entries(CARE))('lets no press of %s delete what nothing brings back', (operation, care) => {
  const callers = files.filter(({ text }) => new RegExp(`\\b${operation}\\b`).test(text))
  if (care === 'never') return expect(callers).toEqual([])
  expect(callers.length).toBeGreaterThan(0)
  if ('undo' in care) expect(files.map(({ path }) => path)).toContain(care.undo)
  if (!('asks' in care)) return
  const [module = '', name = ''] = care.asks.split(' ')
  const components = componentsThatImport(module, name)
  expect(components.length).toBeGreaterThan(0)
  expect(
    components
      .filter(({ text }) => !/<(RemovalDialog|ForgetDialog|ConfirmButtons)\b/.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { parseMounts } from '../collection/mounts.ts'
import { classifyFolders, eventsOf } from './file-systems.ts'

const MOUNTS = parseMounts(`22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 8:17 / /music rw - btrfs /dev/sdb1 rw
31 30 0:44 / /music/nas\\040one rw shared:5 master:2 - nfs4 nas:/music rw
32 22 0:45 / /pool rw - fuse.mergerfs a:b rw
33 22 0:46 / /share rw - ext4 /dev/sdc1 rw
34 33 0:47 / /share rw - cifs //nas/share rw
`)

describe('eventsOf', () => {
  it.each([
    ['ext4', 'all'],
    ['zfs', 'all'],
    ['fuseblk', 'all'],
    ['nfs', 'none'],
    ['cifs', 'none'],
    ['9p', 'none'],
    ['virtiofs', 'none'],
    ['fuse.sshfs', 'none'],
    ['fuse.mergerfs', 'own'],
    ['overlay', 'own'],
    ['autofs', 'none'],
    ['fakeowner', 'own'],
  ])('trusts events of %s: %s', (type, events) => {
    expect(eventsOf(type)).toBe(events)
  })
})

describe('classifyFolders', () => {
  it.each([
    ['/home/music', true, [], []],
    ['/music/nas one/ada', false, ['nfs4'], []],
    ['/music', true, ['nfs4'], ['/music/nas one']],
    ['/pool/music', true, ['fuse.mergerfs'], []],
    // The last mount hides the one before.
    ['/share/music', false, ['cifs'], []],
  ])('finds how to follow %s', (path, isWatched, silent, excluded) => {
    expect(classifyFolders([path], MOUNTS)).toEqual({ folders: [{ path, isWatched, silent }], excluded })
  })

  it('watches everything where mounts are unknown', () => {
    expect(classifyFolders(['/music'], []).folders).toEqual([{ path: '/music', isWatched: true, silent: [] }])
  })
})

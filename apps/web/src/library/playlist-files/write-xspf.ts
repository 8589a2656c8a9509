import type { FileEntry, PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'

/** Writes XSPF, version 1. */
export function writeXspf({ title, entries }: PlaylistFile): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    ...element('  ', 'title', title),
    '  <trackList>',
    ...entries.flatMap(trackOf),
    '  </trackList>',
    '</playlist>',
    '',
  ].join('\n')
}

function trackOf({ title, artist, album, seconds, link }: FileEntry): string[] {
  return [
    '    <track>',
    ...element('      ', 'location', link),
    ...element('      ', 'title', title),
    ...element('      ', 'creator', artist),
    ...element('      ', 'album', album),
    ...element('      ', 'duration', seconds === undefined ? undefined : String(Math.round(seconds * 1000))),
    '    </track>',
  ]
}

const element = (indent: string, name: string, text: string | undefined) =>
  text ? [`${indent}<${name}>${escapeXml(text)}</${name}>`] : []

/** Removes what XML cannot contain: most control characters and lone surrogates. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

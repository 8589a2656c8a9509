import { defineTexts } from '../../texts.ts'

/** The page for artists and operators. */
export const forArtistsTexts = defineTexts('forArtists', {
  title: 'For Artists',
  description: 'How music gets into {product}: files, tags, covers and the import.',
  tagTitle: 'Title, artist',
  tagTitleUse: 'shown with every track; “feat.” stays as you write it',
  tagAlbum: 'Album, album artist',
  tagAlbumUse: 'put the tracks of a record together',
  tagNumber: 'Track and disc number',
  tagNumberUse: 'their order',
  tagDate: 'Date',
  tagDateUse: 'the year on the album’s page',
  tagGenre: 'Genre',
  tagGenreUse: 'where else the track is found; several are fine',
  importAdds: 'Takes in what is new or has changed, while listeners go on listening.',
  importWatches:
    'Keeps following the folder. A file that is moved, renamed or tagged anew stays the same track.',
  importForgets: 'Drops the tracks whose files are gone. Without it they stay, marked as unavailable.',
  eyebrow: 'For artists',
  heading: 'How your music gets in',
  introduction:
    '{product} plays the files in a folder. Tag them well, add a cover, and give them to whoever runs this server. Pages, search and order all come from the tags.',
  contact: 'Contact us',
  open: 'Open {product}',
  record: 'A record, ready to go in',
  files: 'Files',
  filesText: 'Lossless where you have it. Files are only ever read: never changed, never copied elsewhere.',
  tags: 'Tags',
  tagsText:
    'MusicBrainz ids are read too: two artists of one name stay two. A file without tags is named after its folders.',
  pictures: 'Pictures',
  picturesText:
    'A square {cover} beside the tracks, or in their tags: JPEG, PNG or WebP, best 1024 pixels or more. An {picture} in the artist’s folder shows the artist.',
  sound: 'Sound',
  soundText:
    'Tracks of an album join without a gap. ReplayGain and R128 loudness are read from the tags; so are lyrics, or from an {lyrics} file of the track’s name.',
  staysOut: 'What stays out',
  staysOutText:
    'Copy-protected, damaged and empty files, and films. Formats from WMA on take ffmpeg on the server. The import names each one with its reason and goes on.',
  runs: 'For whoever runs the server',
})

import { PRODUCT_NAME } from '@refrain/contract/product'
import { escapeHtml } from '../http/responses/escape-html.ts'
import type { Preview } from '../pages/write-head.ts'

const NAME = escapeHtml(PRODUCT_NAME)

/** The page's link preview. */
export const forArtistsPreview = (path: string): Preview => ({
  title: 'For Artists',
  name: 'For Artists',
  description: `How music gets into ${PRODUCT_NAME}: files, tags, covers and the import.`,
  path,
  type: 'website',
})

const FORMATS = ['MP3', 'FLAC', 'M4A (AAC, ALAC)', 'Ogg Vorbis', 'Opus', 'WAV', 'AIFF']

const TAGS = [
  ['Title, artist', 'shown with every track; “feat.” stays as you write it'],
  ['Album, album artist', 'put the tracks of a record together'],
  ['Track and disc number', 'their order'],
  ['Date', 'the year on the album’s page'],
  ['Genre', 'where else the track is found; several are fine'],
] as const

/** A folder is a tuple of name and content, a file its name. */
type Tree = readonly (string | readonly [folder: string, inside: Tree])[]

const RECORD: Tree = [
  [
    'The Oscillators',
    [
      'artist.jpg',
      ['Long Tone', ['cover.jpg', '01 On and On.flac', '01 On and On.lrc', '02 Standing Wave.flac']],
    ],
  ],
]

const COMMANDS = [
  ['', 'Takes in what is new or has changed, while listeners go on listening.'],
  [
    '--watch',
    'Keeps following the folder. A file that is moved, renamed or tagged anew stays the same track.',
  ],
  ['--forget', 'Drops the tracks whose files are gone. Without it they stay, marked as unavailable.'],
] as const

/** Renders the page for artists and operators: HTML without scripts. */
export function renderForArtists(addresses: { head: string; style: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${addresses.head}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(addresses.style)}">
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/icon.svg" width="32" height="32" alt="">${NAME}</a></header>
<main>
<section class="hero" aria-labelledby="title">
<div>
<p class="eyebrow">For artists</p>
<h1 id="title">How your music gets in</h1>
<p class="lede">${NAME} plays the files in a folder. Tag them well, add a cover, and give them to whoever runs this server. Pages, search and order all come from the tags.</p>
<p class="acts"><a class="button" href="/contact">Contact us</a><a class="link" href="/">Open ${NAME}</a></p>
</div>
<figure>
<figcaption>A record, ready to go in</figcaption>
${renderTree(RECORD)}
</figure>
</section>
<div class="cards">
<section aria-labelledby="files">
<h2 id="files">Files</h2>
<ul class="chips">${FORMATS.map(format => `<li class="chip">${escapeHtml(format)}</li>`).join('')}</ul>
<p>Lossless where you have it. Files are only ever read: never changed, never copied elsewhere.</p>
</section>
<section aria-labelledby="tags" class="tall">
<h2 id="tags">Tags</h2>
<dl>${TAGS.map(([tag, use]) => `<div><dt>${escapeHtml(tag)}</dt><dd>${escapeHtml(use)}</dd></div>`).join('')}</dl>
<p>MusicBrainz ids are read too: two artists of one name stay two. A file without tags is named after its folders.</p>
</section>
<section aria-labelledby="pictures">
<h2 id="pictures">Pictures</h2>
<p>A square <code>cover.jpg</code> beside the tracks, or in their tags: JPEG, PNG or WebP, best 1024 pixels or more. An <code>artist.jpg</code> in the artist’s folder shows the artist.</p>
</section>
<section aria-labelledby="sound">
<h2 id="sound">Sound</h2>
<p>Tracks of an album join without a gap. ReplayGain and R128 loudness are read from the tags; so are lyrics, or from an <code>.lrc</code> file of the track’s name.</p>
</section>
<section aria-labelledby="out">
<h2 id="out">What stays out</h2>
<p>Copy-protected, damaged and empty files; WMA, Monkey’s Audio, WavPack, Musepack, DSD and Matroska. The import names each one with its reason and goes on.</p>
</section>
<section aria-labelledby="import" class="wide">
<h2 id="import">For whoever runs the server</h2>
<div class="steps">
${COMMANDS.map(([option, does]) => `<div><pre><code>npm run import -- ~/Music <span>${option}</span></code></pre><p>${escapeHtml(does)}</p></div>`).join('\n')}
</div>
</section>
</div>
</main>
</body>
</html>
`
}

function renderTree(tree: Tree): string {
  const items = tree.map(one =>
    typeof one === 'string'
      ? `<li>${escapeHtml(one)}</li>`
      : `<li><b>${escapeHtml(one[0])}</b>${renderTree(one[1])}</li>`,
  )
  return `<ul class="tree">${items.join('')}</ul>`
}

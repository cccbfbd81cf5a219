import sharp from 'sharp'

const skies = ['#f6d7b0 #e98a6d', '#bfe3f2 #5f9ec4', '#f3e3c3 #d9a05b', '#c9d6ee #6a7fb5', '#e9d3e6 #9a6fa8']
const hills = ['#3f5f4a #22382c', '#2f4858 #16262f', '#6b4f3a #3b2a1e', '#4c5a3c #2a3321']

const stops = (colors: string | undefined): string =>
  (colors ?? '')
    .split(' ')
    .map((color, at) => `<stop offset="${at}" stop-color="${color}"/>`)
    .join('')

/** As of a film, so that pictures have the size of photos. */
const grain = sharp({
  create: {
    width: 1200,
    height: 900,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 16 },
  },
})
  .raw()
  .toBuffer()

/** A made-up landscape. The same number makes the same picture. */
export async function pictureOf(number: number): Promise<Buffer> {
  const at = (salt: number, max: number) => ((number + 1) * 7919 * salt) % max
  const ridge = (top: number, salt: number) =>
    `M0 ${top + at(salt, 120)} C 300 ${top - 160 + at(salt + 2, 160)} 500 ${top + at(salt + 4, 140)} 800 ${top - at(salt + 6, 120)} S 1100 ${top + at(salt + 8, 160)} 1200 ${top - at(salt + 10, 90)} V900 H0z`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <defs>
      <linearGradient id="sky" x2="0" y2="1">${stops(skies[number % skies.length])}</linearGradient>
      <linearGradient id="hill" x2="0" y2="1">${stops(hills[number % hills.length])}</linearGradient>
    </defs>
    <rect width="1200" height="900" fill="url(#sky)"/>
    <circle cx="${200 + at(3, 800)}" cy="${160 + at(5, 220)}" r="${50 + at(7, 50)}" fill="#fff6e0" opacity="0.85"/>
    <path d="${ridge(560, 11)}" fill="url(#hill)" opacity="0.55"/>
    <path d="${ridge(690, 13)}" fill="url(#hill)"/>
  </svg>`
  return sharp(Buffer.from(svg))
    .composite([{ input: await grain, raw: { width: 1200, height: 900, channels: 3 }, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

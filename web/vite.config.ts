import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { latinFont } from '../src/platform/pages/fonts.ts'
import { markAddress } from '../src/platform/pages/mark.ts'

const server = 'http://localhost:8081'
const appPath = /^\/(?:$|\?|(?:setup|w|me|operator)(?:[/?]|$))/

/** What the server pages have in their heads, too. */
const headTags: HtmlTagDescriptor[] = [
  { tag: 'link', attrs: { rel: 'icon', href: markAddress } },
  {
    tag: 'link',
    attrs: { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossorigin: true },
  },
]
const head: Plugin = { name: 'bureau-head', transformIndexHtml: () => headTags }

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    head,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '.',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // So that a screen loads the words of its own topics only.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/web\/words\//, sideEffects: false }] },
    },
  },
  /** `npm run dev`: everything but the app goes to the server that `npm start` runs. */
  server: {
    port: 5173,
    strictPort: true,
    watch: { ignored: ['**/dist*/**'] },
    proxy: {
      '^/(?!app/)': {
        target: server,
        changeOrigin: true,
        bypass: ({ method, url = '' }) =>
          method === 'GET' && appPath.test(url) ? '/app/index.html' : undefined,
        configure: (proxy) => {
          // The server takes writes from its own origin only.
          proxy.on('proxyReq', (request) => {
            if (request.hasHeader('origin')) request.setHeader('origin', server)
          })
        },
      },
    },
  },
})

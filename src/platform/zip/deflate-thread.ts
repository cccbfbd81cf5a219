import { constants as system, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { constants, createDeflateRaw } from 'node:zlib'

/*
 * The program of a thread that deflates one block after another. A new compressor for each would be more memory to clear
 * away than the blocks themselves: the garbage collector took a quarter of the time.
 */

/** As fast as level 1 in Node's zlib, and a few per cent tighter. */
const level = 2
/** Room for what comes of several small blocks, or of one large block mostly. */
const outputBytes = 512 * 1024

// Only on Linux has a thread a priority of its own; elsewhere it would be that of the whole program.
if (process.platform === 'linux') setPriority(0, system.priority.PRIORITY_BELOW_NORMAL)

// Each block ends on a whole byte with more to come, and the next knows nothing of it.
const stream = createDeflateRaw({ level, flush: constants.Z_FULL_FLUSH, chunkSize: outputBytes })
let pieces: Buffer[] = []
stream.on('data', (piece: Buffer) => pieces.push(piece))

parentPort?.on('message', (block: Uint8Array) => {
  stream.write(block, () => {
    // In memory of its own, which changes hands.
    const deflated = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of pieces) {
      deflated.set(piece, at)
      at += piece.length
    }
    pieces = []
    parentPort?.postMessage(deflated, [deflated.buffer])
  })
})

/** Half of this makes a simple upload a sixth slower, because each hand-over wakes a thread: decision 18. */
const bufferBytes = 1024 * 1024
const smallBufferBytes = 64 * 1024
const largeBuffersMax = 32

export interface BufferPool {
  readonly take: () => Buffer
  /** A large buffer that speeds up a transfer but is not needed; only given while half of the large ones are free. */
  readonly takeSpare?: () => Buffer | undefined
  /** Nothing may read from or write to the buffer afterwards. */
  readonly give: (buffer: Buffer) => void
}

/** At most 32 buffers of 1 MiB, which threads may share. Further callers get 64 KiB, so memory is bounded. */
export function bufferPool(): Required<BufferPool> {
  const free: Buffer[] = []
  let memory: SharedArrayBuffer | undefined
  let largeBuffers = 0

  function takeLarge(): Buffer | undefined {
    const buffer = free.pop()
    if (buffer || largeBuffers === largeBuffersMax) return buffer
    memory ??= new SharedArrayBuffer(largeBuffersMax * bufferBytes)
    return Buffer.from(memory, bufferBytes * largeBuffers++, bufferBytes)
  }

  return {
    take: () => takeLarge() ?? Buffer.allocUnsafeSlow(smallBufferBytes),
    takeSpare: () => (largeBuffers - free.length < largeBuffersMax / 2 ? takeLarge() : undefined),
    give(buffer) {
      if (buffer.length === bufferBytes) free.push(buffer)
    },
  }
}

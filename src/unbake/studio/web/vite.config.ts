import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The built client lies beside the server's code, from where the wheel takes it. */
export default defineConfig({
  plugins: [react()],
  base: "./",
  build: {
    outDir: "../built",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    // The libraries inside ask that their licences come with them.
    license: { fileName: "licences.md" },
  },
});

node /tmp/st.mjs 15 "node -e 0" "node /tmp/sx/dist/unspool.js usage" "node /tmp/sx/dist2/unspool.js usage"  "node /tmp/sx/dist/unspool.js usage --json" "node /tmp/sx/dist2/unspool.js usage --json" 

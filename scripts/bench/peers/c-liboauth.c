/* Signs one form with liboauth: COUNT URL KEY SECRET NAME VALUE…
   Prints the nanoseconds of CPU time of a signature. */
#include <stdio.h>
#include <stdlib.h>
/* It needs what the others declare. */
#include <oauth.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
    long count = atol(argv[1]);
    clock_t began = clock();
    for (long round = 0; round < count; round++) {
        char **parameters = NULL, pair[512];
        int length = oauth_split_url_parameters(argv[2], &parameters);
        for (int at = 5; at + 1 < argc; at += 2) {
            snprintf(pair, sizeof pair, "%s=%s", argv[at], argv[at + 1]);
            oauth_add_param_to_array(&length, &parameters, pair);
        }
        char *posted = NULL;
        free(oauth_sign_array2(&length, &parameters, &posted, OA_HMAC, "POST", argv[3], argv[4], NULL, NULL));
        if (posted == NULL || strstr(posted, "oauth_signature=") == NULL) return 1;
        free(posted);
        oauth_free_array(&length, &parameters);
    }
    printf("%.0f\n", (double)(clock() - began) / CLOCKS_PER_SEC * 1e9 / count);
    return 0;
}
